//! A publisher that keeps its articles in memory: it implements the API in `tests/apis/articles.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use articles_api::client::Retry;
use articles_api::errors::NotFound;
use articles_api::operations::*;
use articles_api::server::*;
use articles_api::types::*;
use articles_api::{Client, ClientBuilder};

/// The publisher. Clones share their articles.
#[derive(Debug, Clone)]
pub struct Publisher(Arc<Mutex<BTreeMap<String, Article>>>);

/// A publisher with the articles `a-1` and `a-2`.
impl Default for Publisher {
    fn default() -> Self {
        let articles = ["a-1", "a-2"].map(|id| {
            let article = Article {
                id: id.into(),
                title: format!("Article {id}"),
                text: "It was a dark and stormy night.".to_owned(),
            };
            (id.to_owned(), article)
        });
        Self(Arc::new(Mutex::new(BTreeMap::from(articles))))
    }
}

impl Publisher {
    /// Reads or changes the articles.
    pub fn articles<T>(&self, change: impl FnOnce(&mut BTreeMap<String, Article>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Serves the publisher on a free port, and returns the base URL.
    pub async fn serve(&self) -> String {
        let address = crate::serving::serve(router(self.clone())).await;
        crate::serving::base_url(address)
    }
}

/// A client that does not retry.
pub fn client(base_url: &str) -> Client {
    builder(base_url).build().expect("the settings are valid")
}

/// The builder of such a client.
pub fn builder(base_url: &str) -> ClientBuilder {
    crate::transports::client(base_url, Client::builder).retry(Retry::never())
}

impl ArticlesApi for Publisher {
    async fn get_article(&self, request: GetArticle) -> Result<Article, GetArticleError> {
        let article = self.articles(|articles| articles.get(request.id.as_str()).cloned());
        Ok(article.ok_or_else(NotFound::new)?)
    }

    async fn find_articles(
        &self,
        request: FindArticles,
    ) -> Result<Vec<Article>, FindArticlesError> {
        let most = request.most.unwrap_or(u32::MAX);
        let title = request.body.and_then(|wanted| wanted.title);
        Ok(self.articles(|articles| {
            let articles = articles.values().cloned();
            let found = articles.filter(|of| title.as_ref().is_none_or(|title| of.title == *title));
            found.take(most as usize).collect()
        }))
    }

    async fn withdraw_articles(
        &self,
        request: WithdrawArticles,
    ) -> Result<(), WithdrawArticlesError> {
        self.articles(|articles| {
            if request
                .body
                .iter()
                .any(|id| !articles.contains_key(id.as_str()))
            {
                return Err(NotFound::new());
            }
            articles.retain(|id, _| request.body.iter().all(|other| other.as_str() != id));
            Ok(())
        })?;
        Ok(())
    }

    async fn check_archive(&self) -> Result<(), CheckArchiveError> {
        Ok(())
    }

    async fn ask_about_articles(&self) -> Result<(), AskAboutArticlesError> {
        Ok(())
    }

    async fn trace_request(&self) -> Result<BTreeMap<String, String>, TraceRequestError> {
        Ok(BTreeMap::from([(
            "max-forwards".to_owned(),
            "3".to_owned(),
        )]))
    }
}
