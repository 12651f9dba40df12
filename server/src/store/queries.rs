//! Queries, changes, loads and exports, the same for both engines.

/// The part of an engine's `impl Store` that both engines share. The engine has the methods `acquire`, for
/// a connection; `begin`, `begin_load` and `begin_export`, for transactions; `deletes_material`, which is
/// called before a commit that deletes key material; and `loaded`, which is called after a load.
macro_rules! shared_queries {
    () => {
        async fn api_key(&self, hash: &str) -> Result<Option<ApiKey>> {
            let query = sqlx::query_as(sql::API_KEY).bind(hash);
            Ok(fetch!(self, query.fetch_optional))
        }

        async fn model(&self, name: &str, base: &str) -> Result<Option<Model>> {
            let (name, base) = (storable(name), storable(base));
            let variant = name.strip_prefix(base).unwrap_or_default();
            let query = sqlx::query_scalar(sql::MODEL)
                .bind(name)
                .bind(base)
                .bind(variant);
            let row: Option<Document<Model>> = fetch!(self, query.fetch_optional);
            Ok(row.map(|Document(model)| model))
        }

        async fn zdr_endpoints(&self) -> Result<Vec<ProviderEndpoint>> {
            let query = sqlx::query_scalar(sql::ZDR_ENDPOINTS);
            let rows: Vec<Document<ProviderEndpoint>> = fetch!(self, query.fetch_all);
            Ok(rows
                .into_iter()
                .map(|Document(endpoint)| endpoint)
                .collect())
        }

        async fn generation(&self, organization: &str, id: &str) -> Result<Option<Generation>> {
            let query = sqlx::query_scalar(sql::GENERATION)
                .bind(organization)
                .bind(storable(id));
            let row: Option<Document<Generation>> = fetch!(self, query.fetch_optional);
            Ok(row.map(|Document(generation)| generation))
        }

        async fn credits(&self, organization: &str) -> Result<Credits> {
            let query = sqlx::query_as(sql::CREDITS).bind(organization);
            let row: Option<(Amount, Amount)> = fetch!(self, query.fetch_optional);
            let (total_credits, total_usage) = row.unwrap_or_default();
            Ok(Credits {
                total_credits: total_credits.to_number(),
                total_usage: total_usage.to_number(),
            })
        }

        async fn spending(
            &self,
            organization: &str,
            key_hash: &str,
            since: Day,
        ) -> Result<Spending> {
            let query = sqlx::query_as(sql::SPENDING)
                .bind(organization)
                .bind(key_hash)
                .bind(since);
            let row = fetch!(self, query.fetch_optional);
            Ok(row.unwrap_or_default())
        }

        async fn usage(&self, organization: &str, key_hash: &str, today: Day) -> Result<Usage> {
            let query = sqlx::query_as(sql::USAGE)
                .bind(organization)
                .bind(key_hash)
                .bind(today)
                .bind(today.start_of_week())
                .bind(today.start_of_month());
            Ok(fetch!(self, query.fetch_one))
        }

        async fn workspaces(&self, organization: &str, window: Window) -> Result<Page<Workspace>> {
            page_of!(self, sql::WORKSPACES, organization, window)
        }

        async fn guardrails(
            &self,
            organization: &str,
            workspace: Option<&str>,
            window: Window,
        ) -> Result<Page<Guardrail>> {
            page_of!(
                self,
                sql::GUARDRAILS,
                organization,
                window,
                workspace.map(storable)
            )
        }

        async fn guardrail_assignments(
            &self,
            organization: &str,
            window: Window,
        ) -> Result<Page<GuardrailAssignment>> {
            page_of!(self, sql::GUARDRAIL_ASSIGNMENTS, organization, window)
        }

        async fn presets(&self, organization: &str, window: Window) -> Result<Page<Preset>> {
            page_of!(self, sql::PRESETS, organization, window)
        }

        async fn group_mappings(
            &self,
            organization: &str,
            window: Window,
        ) -> Result<Option<Page<GroupMapping>>> {
            let query = sqlx::query_as(sql::GROUP_MAPPINGS)
                .bind(organization)
                .bind(window.limit)
                .bind(window.offset);
            Ok(page_of_mappings(fetch!(self, query.fetch_all))?)
        }

        async fn members(
            &self,
            organization: &str,
            window: Window,
        ) -> Result<Option<Page<OrganizationMember>>> {
            let query = sqlx::query_as(sql::MEMBERS)
                .bind(organization)
                .bind(window.limit)
                .bind(window.offset);
            Ok(page_of_known(fetch!(self, query.fetch_all)))
        }

        async fn api_keys(&self, organization: Option<&str>) -> Result<Vec<ApiKey>> {
            let query = match organization {
                Some(organization) => sqlx::query_as(sql::API_KEYS).bind(organization),
                None => sqlx::query_as(sql::ALL_API_KEYS),
            };
            Ok(fetch!(self, query.fetch_all))
        }

        async fn organization(&self, id: &str) -> Result<Option<Organization>> {
            let query = sqlx::query_as(sql::ORGANIZATION).bind(storable(id));
            Ok(fetch!(self, query.fetch_optional))
        }

        async fn organizations(&self) -> Result<Vec<Organization>> {
            let query = sqlx::query_as(sql::ORGANIZATIONS);
            Ok(fetch!(self, query.fetch_all))
        }

        async fn audit(
            &self,
            organization: Option<&str>,
            position: AuditPosition,
        ) -> Result<Vec<AuditEntry>> {
            let sql = match organization {
                Some(_) => sql::AUDIT_OF_ORGANIZATION,
                None => sql::AUDIT,
            };
            let query = sqlx::query_as(sql)
                .bind(position.at)
                .bind(position.id)
                .bind(AUDIT_PAGE);
            let query = match organization {
                Some(organization) => query.bind(storable(organization)),
                None => query,
            };
            Ok(fetch!(self, query.fetch_all))
        }

        async fn update_group_mapping(
            &self,
            organization: &str,
            id: &str,
            role: Role,
            change: Change<'_>,
        ) -> Result<Option<GroupMapping>> {
            let (_permit, transaction) = self.begin().await?;
            changes::update_group_mapping(transaction, organization, storable(id), role, change)
                .await
        }

        async fn delete_key(
            &self,
            organization: &str,
            hash: &str,
            change: Change<'_>,
        ) -> Result<bool> {
            let (_permit, transaction) = self.begin().await?;
            changes::delete_key(transaction, organization, storable(hash), change).await
        }

        async fn delete_byok_credential(
            &self,
            organization: &str,
            id: &str,
            change: Change<'_>,
        ) -> Result<bool> {
            let (_permit, transaction) = self.begin().await?;
            let deletes = || self.deletes_material();
            let id = storable(id);
            changes::delete_byok_credential(transaction, organization, id, change, deletes).await
        }

        async fn insert_key(&self, key: &ApiKey, change: Change<'_>) -> Result<bool> {
            let (_permit, transaction) = self.begin().await?;
            changes::insert_key(transaction, key, change).await
        }

        async fn create_organization(
            &self,
            new: &NewOrganization,
            change: Change<'_>,
        ) -> Result<bool> {
            let (_permit, transaction) = self.begin().await?;
            changes::create_organization(transaction, new, change).await
        }

        async fn update_organization(
            &self,
            id: &str,
            update: &OrganizationUpdate,
            change: Change<'_>,
        ) -> Result<OrganizationUpdated> {
            let (_permit, transaction) = self.begin().await?;
            changes::update_organization(transaction, storable(id), update, change).await
        }

        async fn load(&self, mut steps: Receiver<LoadStep>) -> Result<LoadEnd> {
            let (permit, transaction) = self.begin_load().await?;
            let end = load::run(transaction, &mut steps).await;
            drop(permit);
            self.loaded().await;
            end
        }

        async fn export(&self, organization: Option<&str>, records: Sender<Record>) -> Result<()> {
            let (_permit, transaction) = self.begin_export().await?;
            export::run(transaction, organization.map(storable), &records).await
        }

        async fn master_key(&self) -> Result<Option<String>> {
            let query = sqlx::query_scalar(master_key::MASTER_KEY);
            Ok(fetch!(self, query.fetch_optional))
        }

        async fn has_material(&self) -> Result<bool> {
            let query = sqlx::query_scalar(master_key::HAS_MATERIAL);
            Ok(fetch!(self, query.fetch_one))
        }

        async fn reseal(
            &self,
            from: Option<&str>,
            to: &str,
            renew: impl Fn(Sealed) -> Option<Vec<u8>> + Send + Sync,
        ) -> Result<Resealed> {
            let (permit, transaction) = self.begin_load().await?;
            let resealed = master_key::reseal(transaction, from, to, renew).await;
            drop(permit);
            self.loaded().await;
            resealed
        }
    };
}

/// Runs a query, and keeps the connection for the next one if the query succeeded.
macro_rules! fetch {
    ($store:expr, $query:ident.$fetch:ident) => {{
        let mut connection = $store.acquire().await?;
        let result = $query.$fetch(&mut *connection).await;
        connection.end(result)?
    }};
}

/// Fetches a page of documents. What follows the window is the fourth parameter of the query.
macro_rules! page_of {
    ($store:expr, $sql:expr, $organization:expr, $window:expr $(, $more:expr)?) => {{
        let query = sqlx::query_as($sql)
            .bind($organization)
            .bind($window.limit)
            .bind($window.offset)
            $(.bind($more))?;
        Ok(page(fetch!($store, query.fetch_all)))
    }};
}

/// An identifier to look up. PostgreSQL rejects text that contains NUL, so no record has such an
/// identifier. It is replaced by the empty one, which no record has either.
pub(super) fn storable(identifier: &str) -> &str {
    if identifier.contains('\0') {
        ""
    } else {
        identifier
    }
}

pub(super) use {fetch, page_of, shared_queries};
