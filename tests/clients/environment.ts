// The URL and the keys of the demo gateway, which server/tests/with-demo sets.

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this with server/tests/with-demo`);
  return value;
}

export const url = variable("GATEWAY_URL");
export const key = variable("GATEWAY_MANAGEMENT_KEY");
