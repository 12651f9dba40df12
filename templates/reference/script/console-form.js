// The form of the console.

// Keys stay in memory: in no storage, no URL and no command. All operations share them.
const keys = {};

let fieldsMade = 0;

// A field with its label.
function labelled(name, field, about = "") {
  const line = make("div", "field");
  fieldsMade += 1;
  field.id = `field-${fieldsMade}`;
  field.autocomplete = "off";
  field.spellcheck = false;
  const label = make("label", "", name);
  label.htmlFor = field.id;
  label.append(" ", make("small", "", about));
  line.append(label, field);
  return line;
}

function textArea(value, rows) {
  const area = make("textarea");
  area.value = value;
  area.rows = rows;
  return area;
}

function select(values, chosen) {
  const list = make("select");
  list.append(...values.map(([value, text]) => new Option(text, value, value === chosen, value === chosen)));
  return list;
}

function input(type, value = "") {
  const field = make("input");
  field.type = type;
  if (type !== "file") field.value = value;
  return field;
}

// The field of a parameter.
function parameterField(parameter) {
  const value = parameter.shown ? parameter.value ?? "" : "";
  if (parameter.kind) return textArea(value, Math.min(6, value.split("\n").length + 1));
  if (!parameter.values) return input("text", value);
  return choice(parameter, value);
}

// The choice of one of the values of a parameter or a part.
function choice(part, value) {
  const values = part.values.map((value) => [value, value]);
  return select(part.required ? values : [["", "(not sent)"], ...values], value);
}

// The field of a part of a multipart form.
function partField(part) {
  const value = part.value ?? "";
  if (part.kind === "file") return input("file");
  return part.values ? choice(part, value) : textArea(value, 2);
}

const section = (title) => {
  const set = make("fieldset");
  set.append(make("legend", "", title));
  return set;
};

// The choice of credentials, and a field for each of their parts.
function keysOf(operation) {
  const set = section("Credentials");
  const choices = (operation.keys ?? []).map((requirement, at) => [String(at), requirement.name]);
  if (operation.keyOptional) choices.push(["", "none"]);
  const choice = select(choices, choices[0]?.[0]);
  const fields = make("div");
  const requirement = () => choice.value === "" ? null : operation.keys[Number(choice.value)];
  const show = () => {
    fields.replaceChildren(...(requirement()?.parts ?? []).flatMap((part) => {
      const isCookie = part.in === "cookie";
      return [part.variable, part.password].filter(Boolean).map((name) => {
        const isName = part.in === "basic" && name === part.variable;
        const field = input(isName ? "text" : "password", keys[name]);
        field.dataset.key = name;
        field.disabled = isCookie;
        field.addEventListener("input", () => { keys[name] = field.value; });
        return labelled(name, field, isCookie ? "the browser sends its own cookies" : "stays in memory");
      });
    }));
  };
  if (choices.length > 1) set.append(labelled("Kind", choice));
  choice.addEventListener("input", show);
  set.append(fields);
  show();
  return { set, requirement, show };
}

// The fields of a body.
function bodyFields(body) {
  const set = section("Body");
  if (body.kind === "multipart") {
    const fields = body.parts.map((part) => {
      const field = partField(part);
      if (part.kind === "file") field.multiple = part.list === true;
      set.append(labelled(part.name, field, part.required ? "required" : ""));
      return [part, field];
    });
    const value = ([part, field]) => [part.name, part.kind === "file" ? field.files : field.value];
    return { set, value: () => ({ parts: Object.fromEntries(fields.map(value)) }) };
  }
  if (body.kind === "file") {
    const field = input("file");
    set.append(labelled("File", field, body.media));
    return { set, value: () => ({ file: field.files[0] }) };
  }
  const text = body.value ?? "";
  const area = textArea(text, Math.min(16, Math.max(4, text.split("\n").length)));
  const hints = [body.media, body.required && `required: ${body.required.join(", ")}`];
  set.append(labelled(body.kind === "form" ? "Fields as JSON" : "Content", area, hints.filter(Boolean).join("; ")));
  return { set, value: () => ({ text: area.value }) };
}

// The form of an operation, and what the reader entered.
function makeForm(operation, addresses) {
  const element = make("form");
  const server = select(addresses.map((url) => [url, url]), addresses.includes(base) ? base : addresses[0]);
  element.append(labelled("Server", server));
  const credentials = operation.keys ? keysOf(operation) : null;
  if (credentials) element.append(credentials.set);
  const fields = (operation.parameters ?? []).map((parameter) => [parameter, parameterField(parameter)]);
  const titles = { path: "Path", query: "Query", header: "Headers", cookie: "Cookies" };
  for (const [place, title] of Object.entries(titles)) {
    const here = fields.filter(([parameter]) => parameter.in === place);
    if (here.length === 0) continue;
    const set = section(title);
    for (const [parameter, field] of here) {
      const hints = [parameter.required && "required", parameter.kind === "list" && "one item per line", ["fields", "json"].includes(parameter.kind) && "JSON"];
      field.disabled = place === "cookie";
      if (place === "cookie") hints.push("the browser sends its own cookies");
      set.append(labelled(parameter.name, field, hints.filter(Boolean).join(", ")));
    }
    element.append(set);
  }
  const body = operation.body ? bodyFields(operation.body) : null;
  if (body) element.append(body.set);
  const sending = makeButton("send", "Send");
  sending.type = "submit";
  const cancel = makeButton("cancel", "Cancel");
  cancel.disabled = true;
  const line = make("p", "buttons");
  line.append(sending, cancel);
  element.append(line);
  element.noValidate = true;
  return {
    element,
    cancel,
    // Keys may have been entered for another operation.
    fill: () => credentials?.show(),
    values: () => ({
      server: server.value,
      requirement: credentials?.requirement(),
      keys,
      parameters: fields.map(([, field]) => field.value),
      body: body?.value(),
    }),
  };
}
