//! What the module of webhooks has beside their methods: who sends them, who receives them, and how they are signed.

use super::super::site::Spot;
use super::{Module, Path, Role, Signature, Surface};
use crate::api::is_standard_signature;
use crate::rust::Operation;

impl<'a> Surface<'a, '_> {
    /// Adds what comes with the first webhook, with the first signature, and with the first one of the standard.
    pub(super) fn webhooks(&mut self) {
        if !self.plan.is_webhooks {
            return;
        }
        let signature = |operation: &'a Operation<'a>| operation.signature.as_deref();
        let plan = self.plan;
        let first = |is_one: &dyn Fn(&'a Operation<'a>) -> bool| {
            let mut operations = plan.operations.iter();
            let found = operations.find(|operation| is_one(operation));
            found.map(|operation| Spot::Operation(&operation.api.name))
        };
        let (all, signed) = (first(&|_| true), first(&|one| signature(one).is_some()));
        let standard = first(&|one| signature(one).is_some_and(is_standard_signature));
        self.begin(Module::Client, "Sender");
        if let Some(spot) = all {
            self.add(Role::ClientItem, ["Sender"], "struct", spot);
        }
        if let Some(spot) = signed {
            let path = Path::Argument(["Sender", "builder"].into(), "signer".to_owned());
            self.add(Role::ClientSignature, path, "impl Signer", spot);
        }
        self.begin(Module::Server, "Receiver");
        if let Some(spot) = all {
            self.add(Role::HandlerItem, ["Receiver"], "trait", spot);
        }
        if let Some(spot) = signed {
            let path = ["Receiver", "verify"];
            self.add(Role::Handler, path, Signature::Nothing, spot);
        }
        self.begin(Module::Root, "StandardWebhooks");
        if let Some(spot) = standard {
            self.add(Role::Item, ["StandardWebhooks"], "struct", spot);
        }
    }
}
