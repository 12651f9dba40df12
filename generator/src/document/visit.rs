//! Visits every use of a type in a document. The item types of lists and maps are not visited separately. Nothing is
//! skipped with `..`, so a new part of the document does not compile until it is considered here.

use super::{
    AdditionalFieldsEntry, BodyEntry, ContentEntry, ContentExprKind, Document, ErrorBodySection,
    ErrorContentEntry, ErrorContentEntryKind, ErrorEntry, ErrorEventEntry, EventKeys, FieldEntry,
    OperationEntry, PagerEntry, ResponseEntry, SharedEntry, TypeEntry, TypeEntryKind, TypeExpr,
    UnionEntry, VariantEntry,
};

/// A function that is called for each use of a type.
type Visit<'v> = &'v mut dyn FnMut(Use, &mut TypeExpr);

/// The part of the document in which a type is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// In a request.
    Request,
    /// In a response.
    Response,
    /// In another type.
    InType,
    /// In a field that a type for requests ignores. Its type is the one that it has in responses.
    Ignored,
}

impl Document {
    /// Visits every use of a type. The item types of lists and maps are not visited separately.
    pub(crate) fn visit_types(&mut self, visit: Visit<'_>) {
        let Self {
            api: _,
            rust: _,
            lint: _,
            auth: _,
            pagers,
            error_body,
            errors,
            groups: _,
            shared,
            types,
            operations,
            webhooks,
            left_out: _,
        } = self;
        for pager in pagers {
            pager.visit_types(visit);
        }
        if let Some(error_body) = error_body {
            error_body.visit_types(visit);
        }
        for error in errors {
            error.visit_types(visit);
        }
        for part in shared {
            part.visit_types(visit);
        }
        types.iter_mut().for_each(|entry| entry.visit_types(visit));
        for operation in operations {
            operation.visit_types(visit);
        }
        for webhook in webhooks {
            // The API sends the request, so its types have the form that they have in responses.
            webhook.visit_types(&mut |usage, ty| match usage {
                Use::Request | Use::Response => visit(Use::Response, ty),
                Use::InType | Use::Ignored => visit(usage, ty),
            });
        }
    }
}

impl PagerEntry {
    fn visit_types(&mut self, visit: Visit<'_>) {
        let Self {
            name: _,
            positions,
            limit,
            items: _,
            next: _,
            total: _,
            pages: _,
            more: _,
            fields,
            notes: _,
        } = self;
        let positions = positions.iter_mut().map(|position| &mut position.parameter);
        for parameter in positions.chain(limit) {
            parameter
                .ty
                .iter_mut()
                .for_each(|ty| visit(Use::Request, ty));
        }
        visit_fields(fields, Use::Response, visit);
    }
}

impl ErrorBodySection {
    fn visit_types(&mut self, visit: Visit<'_>) {
        let Self {
            is_problem: _,
            is_inferred: _,
            envelope: _,
            media: _,
            status: _,
            code: _,
            message: _,
            parameter: _,
            metadata: _,
            fields,
            values: _,
            notes: _,
        } = self;
        visit_fields(fields, Use::Response, visit);
    }
}

impl ErrorEntry {
    fn visit_types(&mut self, visit: Visit<'_>) {
        let Self {
            headers,
            key: _,
            status: _,
            name: _,
            message: _,
            body,
            code: _,
            values: _,
            fields,
            when: _,
            retry: _,
            implied: _,
            notes: _,
        } = self;
        visit_fields(fields, Use::Response, visit);
        visit_fields(headers, Use::Response, visit);
        if let Some(ErrorContentEntry {
            kind: ErrorContentEntryKind::Json(ty),
            span: _,
            envelope: _,
            media: _,
        }) = body
        {
            visit(Use::Response, ty);
        }
    }
}

impl SharedEntry {
    fn visit_types(&mut self, visit: Visit<'_>) {
        let Self {
            name: _,
            path,
            query,
            headers,
            cookies,
            response_headers,
            conditional: _,
            idempotency: _,
            errors: _,
        } = self;
        for parameters in [path, query, headers, cookies] {
            visit_fields(parameters, Use::Request, visit);
        }
        visit_fields(response_headers, Use::Response, visit);
    }
}

impl TypeEntry {
    pub(crate) fn visit_types(&mut self, visit: Visit<'_>) {
        let Self {
            name: _,
            notes: _,
            sensitivity: _,
            kind,
            example: _,
            xml: _,
            rust: _,
            input_of: _,
            is_inline: _,
        } = self;
        match kind {
            TypeEntryKind::Object {
                fields,
                others,
                others_at: _,
                bases: _,
                ignored,
                is_closed: _,
                counts: _,
            } => {
                visit_fields(fields, Use::InType, visit);
                visit_fields(ignored, Use::Ignored, visit);
                match others {
                    AdditionalFieldsEntry::Ignored | AdditionalFieldsEntry::Rejected => {}
                    AdditionalFieldsEntry::Kept(ty) | AdditionalFieldsEntry::Union(ty) => {
                        visit(Use::InType, ty)
                    }
                }
            }
            TypeEntryKind::Tuple(elements) => visit_fields(elements, Use::InType, visit),
            TypeEntryKind::Enum { .. } => {}
            TypeEntryKind::Newtype {
                inner,
                constraints: _,
            } => visit(Use::InType, inner),
            TypeEntryKind::Alias {
                target,
                constraints: _,
            } => visit(Use::InType, target),
            TypeEntryKind::Union(union) => union.visit_types(visit),
        }
    }
}

impl UnionEntry {
    fn visit_types(&mut self, visit: Visit<'_>) {
        let Self {
            variants,
            fields,
            tag: _,
            value: _,
            wrapped: _,
            by_event: _,
            open: _,
            tag_kind: _,
            default: _,
        } = self;
        for VariantEntry {
            name: _,
            ty,
            text: _,
            also: _,
            rust_name: _,
            notes: _,
        } in variants
        {
            ty.iter_mut().for_each(|ty| visit(Use::InType, ty));
        }
        visit_fields(fields, Use::InType, visit);
    }
}

impl OperationEntry {
    fn visit_types(&mut self, visit: Visit<'_>) {
        let Self {
            name: _,
            route: _,
            group: _,
            server: _,
            notes: _,
            access: _,
            uses: _,
            path,
            query,
            headers,
            cookies,
            body,
            responses,
            conditional: _,
            order: _,
            paging: _,
            idempotent: _,
            idempotency: _,
            errors: _,
            webhook: _,
        } = self;
        for parameters in [path, query, headers, cookies] {
            visit_fields(parameters, Use::Request, visit);
        }
        if let Some(body) = body {
            let BodyEntry {
                content,
                choice: _,
                others,
                optional: _,
                max_size: _,
                schema: _,
                notes: _,
            } = &mut **body;
            content.visit_types(Use::Request, visit);
            for (_, content) in others {
                content.visit_types(Use::Request, visit);
            }
        }
        for ResponseEntry {
            status: _,
            rust_name: _,
            content,
            choice: _,
            headers,
            notes: _,
        } in responses
        {
            visit_fields(headers, Use::Response, visit);
            if let Some(content) = content {
                content.visit_types(Use::Response, visit);
            }
        }
    }
}

impl ContentEntry {
    fn visit_types(&mut self, usage: Use, visit: Visit<'_>) {
        let Self {
            expr,
            envelope: _,
            media: _,
            lists: _,
            styles: _,
            events,
        } = self;
        let EventKeys {
            end: _,
            error,
            event_names: _,
            resumable: _,
        } = events;
        if let Some(ErrorEventEntry {
            span: _,
            event: _,
            field: _,
            is: _,
            ty: Some(ty),
        }) = error.as_deref_mut()
        {
            visit(usage, ty);
        }
        match &mut expr.kind {
            ContentExprKind::None | ContentExprKind::Text | ContentExprKind::Binary => {}
            ContentExprKind::Events(ty) => ty.iter_mut().for_each(|ty| visit(usage, ty)),
            ContentExprKind::Json(ty)
            | ContentExprKind::Form(ty)
            | ContentExprKind::Multipart(ty)
            | ContentExprKind::Lines(ty)
            | ContentExprKind::Page { pager: _, item: ty } => visit(usage, ty),
        }
    }
}

fn visit_fields(fields: &mut [FieldEntry], usage: Use, visit: Visit<'_>) {
    for FieldEntry {
        name: _,
        rust_name: _,
        optional: _,
        is_always_sent: _,
        ty,
        constant: _,
        inherited: _,
        only_in: _,
        one_way: _,
        notes: _,
        sensitivity: _,
        constraints: _,
        media: _,
        default: _,
        stated_default: _,
        example: _,
        xml: _,
        style: _,
    } in fields
    {
        visit(usage, ty);
    }
}
