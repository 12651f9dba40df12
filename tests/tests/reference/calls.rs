//! The calls on the page of the API reference. Written by the test beside it.

#![allow(dead_code, unused_variables)]

async fn call_0(key: String) -> Result<(), Box<dyn std::error::Error>> {
    use gateway_api::Client;

    let client = Client::builder("https://gateway.example")
        .bearer_token(key)
        .build()?;
    Ok(())
}

async fn call_1(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let mut items = client.list_workspaces().limit(50).stream();
    while let Some(item) = items.next().await {
        let item = item?;
    }
    Ok(())
}

async fn call_2(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let model = client.get_model("acme", "nova-2:free").await?;
    Ok(())
}

async fn call_3(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let items = client.list_zdr_endpoints().await?;
    Ok(())
}

async fn call_4(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let generation = client
        .get_generation("gen-1768469400-x7Qp")
        .await?;
    Ok(())
}

async fn call_5(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let credits = client.get_credits().await?;
    Ok(())
}

async fn call_6(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let page = client.list_workspaces().limit(50).await?;
    Ok(())
}

async fn call_7(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let page = client
        .list_guardrails()
        .workspace_id("ws_7f3a")
        .limit(50)
        .await?;
    Ok(())
}

async fn call_8(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let page = client
        .list_guardrail_assignments()
        .limit(50)
        .await?;
    Ok(())
}

async fn call_9(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let page = client.list_presets().limit(50).await?;
    Ok(())
}

async fn call_10(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let page = client.list_group_mappings().limit(50).await?;
    Ok(())
}

async fn call_11(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    use gateway_api::types::{GroupMappingUpdate, Role};

    let group_mapping = client
        .update_group_mapping(
            "gm_42d8",
            GroupMappingUpdate {
                role: Role::Admin,
            },
        )
        .await?;
    Ok(())
}

async fn call_12(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let page = client
        .list_organization_members()
        .limit(50)
        .await?;
    Ok(())
}

async fn call_13(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let key_info = client.get_key().await?;
    Ok(())
}

async fn call_14(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    let deleted = client
        .delete_key(
            "92e45373b37130d036d25f35dfaa867b8aa0968bde788733a4d20287c8ad2203",
        )
        .await?;
    Ok(())
}

async fn call_15(client: &gateway_api::Client) -> Result<(), Box<dyn std::error::Error>> {
    use gateway_api::types::ByokCredentialId;

    let deleted = client
        .delete_byok_credential(
            "6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e10"
                .parse::<ByokCredentialId>()?,
        )
        .await?;
    Ok(())
}
