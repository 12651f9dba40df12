//! A studio that says what it has received: it implements the API in `tests/apis/studio.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use studio_api::Client;
use studio_api::client::Retry;
use studio_api::operations::*;
use studio_api::server::*;
use studio_api::types::*;

/// The studio. Clones share how many bytes of files have been received part by part.
#[derive(Debug, Clone, Default)]
pub struct Studio {
    /// The bytes.
    pub received: Arc<AtomicUsize>,
}

impl Studio {
    /// Serves the studio on a free port, and returns the base URL.
    pub async fn serve(&self) -> String {
        let address = crate::serving::serve(router(self.clone())).await;
        crate::serving::base_url(address)
    }
}

/// A client that does not retry.
pub fn client(base_url: &str) -> Client {
    crate::transports::client(base_url, Client::builder)
        .retry(Retry::never())
        .build()
        .expect("the settings are valid")
}

impl StudioApi for Studio {
    async fn transcribe(&self, request: Transcribe) -> Result<Seen, TranscribeError> {
        let form = request.body.read().await?;
        let format = form.format();
        let mut seen = vec![file("file", form.file).await?];
        for attachment in form.attachments.unwrap_or_default() {
            seen.push(file("attachment", attachment).await?);
        }
        seen.extend(form.languages.iter().flatten().map(language));
        seen.extend(form.hints.iter().map(hints));
        seen.extend(form.notes.iter().flatten().map(note));
        seen.push(format!("speed {}", form.speed));
        seen.extend(form.phrase.map(|phrase| format!("phrase {phrase}")));
        seen.push(format!("format {format:?}"));
        Ok(Seen { parts: seen })
    }

    async fn transcribe_parts(
        &self,
        mut request: TranscribeParts,
    ) -> Result<Seen, TranscribePartsError> {
        let mut seen = Vec::new();
        while let Some(part) = request.body.next().await {
            seen.push(match part? {
                SpeechUploadPart::File(mut file) => {
                    let mut bytes = 0;
                    while let Some(chunk) = file.body.next().await {
                        let length = chunk?.len();
                        bytes += length;
                        self.received.fetch_add(length, Ordering::SeqCst);
                    }
                    format!("file {bytes} bytes")
                }
                // The rest of a file is skipped.
                SpeechUploadPart::Attachments(file) => {
                    format!("attachment {}", file.file_name.unwrap_or_default())
                }
                SpeechUploadPart::Languages(of) => language(&of),
                SpeechUploadPart::Hints(of) => hints(&of),
                SpeechUploadPart::Notes(of) => note(&of),
                SpeechUploadPart::Speed(speed) => format!("speed {speed}"),
                SpeechUploadPart::Phrase(phrase) => format!("phrase {phrase}"),
                SpeechUploadPart::Format(format) => format!("format {format:?}"),
            });
        }
        Ok(Seen { parts: seen })
    }

    async fn transcribe_first(
        &self,
        mut request: TranscribeFirst,
    ) -> Result<Seen, TranscribeFirstError> {
        let first = request.body.next().await;
        let parts = first.iter().map(|part| format!("{part:?}")).collect();
        Ok(Seen { parts })
    }

    async fn put_folder(&self, request: PutFolder) -> Result<Seen, PutFolderError> {
        let form = request.body.read().await?;
        let mut seen = vec![format!("replace {:?}", form.replace)];
        for (name, of) in form.others {
            seen.push(file(&name, of).await?);
        }
        Ok(Seen { parts: seen })
    }

    async fn change_draft(&self, request: ChangeDraft) -> Result<Seen, ChangeDraftError> {
        let Some(body) = request.body else {
            return Ok(Seen { parts: Vec::new() });
        };
        let form = body.read().await?;
        let mut seen = vec![format!("title {:?}", form.title)];
        if let Some(cover) = form.cover {
            seen.push(file("cover", cover).await?);
        }
        Ok(Seen { parts: seen })
    }

    async fn create_profile(&self, request: CreateProfile) -> Result<Profile, CreateProfileError> {
        Ok(profile(request.body))
    }

    async fn import_profile(&self, request: ImportProfile) -> Result<Profile, ImportProfileError> {
        Ok(profile(request.body))
    }

    async fn add_picture(&self, request: AddPicture) -> Result<Seen, AddPictureError> {
        let form = request.body.read().await?;
        let mut seen = vec![format!("about {}", form.about.city)];
        seen.push(file("file", form.file).await?);
        seen.extend(form.words.into_iter().flatten());
        seen.extend(form.title);
        Ok(Seen { parts: seen })
    }

    async fn add_label(&self, request: AddLabel) -> Result<Label, AddLabelError> {
        Ok(request.body)
    }

    async fn run_batch(&self, request: RunBatch) -> Result<Media<Body>, RunBatchError> {
        Ok(request.body)
    }

    async fn change_profile(&self, request: ChangeProfile) -> Result<Seen, ChangeProfileError> {
        let names = request.body.into_iter().map(|form| form.name);
        Ok(Seen {
            parts: names.collect(),
        })
    }
}

fn profile(form: ProfileInput) -> Profile {
    Profile {
        id: 1,
        name: form.name,
        age: form.age,
        tags: form.tags,
        home: form.home,
    }
}

/// The name, media type and size of a file.
async fn file(field: &str, file: FilePart) -> Result<String, studio_api::runtime::BodyError> {
    let (name, media) = (file.file_name, file.media);
    let bytes = file.body.collect().await?.len();
    let (name, media) = (name.unwrap_or_default(), media.unwrap_or_default());
    Ok(format!("{field} {name} {media} {bytes} bytes"))
}

fn language(of: &Language) -> String {
    format!("language {of}")
}

fn hints(of: &Hints) -> String {
    format!("hints {:?} {}", of.speakers, of.names.join("+"))
}

fn note(of: &Note) -> String {
    format!("note {} {}", of.at, of.text)
}
