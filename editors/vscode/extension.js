// Starts `specsmith lsp` for specifications and OpenAPI documents.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

/** The language server, by the settings. */
function createClient() {
  const settings = workspace.getConfiguration("specsmith");
  const run = {
    command: settings.get("path", "specsmith"),
    args: ["lsp"],
    transport: TransportKind.stdio,
  };
  return new LanguageClient(
    "specsmith",
    "Specsmith",
    { run, debug: run },
    {
      // The server ignores files that are neither specifications nor OpenAPI documents.
      documentSelector: [
        { scheme: "file", language: "yaml" },
        { scheme: "file", language: "json" },
      ],
      initializationOptions: { diff: settings.get("diff", false) },
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{yaml,yml,json}") },
    },
  );
}

async function start() {
  client = createClient();
  try {
    await client.start();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const open = "Open settings";
    const chosen = await window.showErrorMessage(
      `Specsmith did not start: ${reason}. Install it, or set its path.`,
      open,
    );
    if (chosen === open) {
      await commands.executeCommand("workbench.action.openSettings", "specsmith.path");
    }
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.isRunning()) {
    await running.stop();
  }
}

/** @param {import("vscode").ExtensionContext} context */
async function activate(context) {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    commands.registerCommand("specsmith.restart", restart),
    workspace.onDidChangeConfiguration(async (change) => {
      if (["specsmith.path", "specsmith.diff"].some((name) => change.affectsConfiguration(name))) {
        await restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
