/** The page at `/api/docs`. It contains no data: its script loads the description with the user's own session. */
export const docsPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sweepline API</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  code, pre { font-family: ui-monospace, monospace; font-size: 13px; }
  pre { overflow-x: auto; padding: .75rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; }
  details { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); padding: .4rem 0; }
  summary { cursor: pointer; }
  .method { display: inline-block; width: 3.5rem; font-weight: 600; }
  .who { opacity: .65; float: right; }
</style>
<h1>Sweepline API</h1>
<p id="state">Loading …</p>
<main id="calls"></main>
<script src="/api/docs/page.js"></script>
</html>`;

/** Builds the page from the description, with text nodes only, so that no content becomes markup. */
export const docsScript = `
let session = null;
try {
  session = JSON.parse(localStorage.getItem('session') ?? 'null');
} catch {
  // Without storage there is no session to use.
}
const state = document.getElementById('state');
const add = (parent, tag, text, name) => {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (name) node.className = name;
  parent.append(node);
  return node;
};
const show = (parent, title, value) => {
  if (value === undefined) return;
  add(parent, 'h4', title);
  add(parent, 'pre', JSON.stringify(value, null, 2));
};
fetch('/api/docs/openapi.json', { headers: { Authorization: session?.session ?? '' } })
  .then((answer) => answer.ok ? answer.json() : Promise.reject(new Error('Sign in to the console as staff, then open this page again.')))
  .then((api) => {
    state.textContent = 'OpenAPI ' + api.openapi + ', version ' + api.info.version + '. Raw: /api/docs/openapi.json';
    const main = document.getElementById('calls');
    let family = '';
    for (const [path, methods] of Object.entries(api.paths)) {
      for (const [method, call] of Object.entries(methods)) {
        if (call.tags[0] !== family) add(main, 'h2', family = call.tags[0]);
        const details = add(main, 'details');
        const summary = add(details, 'summary');
        add(summary, 'span', method.toUpperCase(), 'method');
        add(summary, 'code', path);
        add(summary, 'span', call['x-permission'], 'who');
        show(details, 'Parameters', call.parameters.length ? call.parameters : undefined);
        show(details, 'Body', call.requestBody?.content);
        show(details, 'Answer', call.responses[200].content);
      }
    }
  })
  .catch((error) => { state.textContent = error.message; });
`;
