// Runs before the first paint; the build puts it into the page (`build/first-paint.ts`).
(function () {
  var data = document.currentScript.dataset;
  var stored = function (key) {
    // Reading the property itself throws where the browser denies storage.
    try {
      return localStorage.getItem(key);
    } catch (error) {
      return null;
    }
  };
  // A person who chose dark never sees a white flash.
  var theme = stored('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  // In development nothing is ready made.
  if (!data.program) return;

  // Loads the texts in parallel with the program. `kit/format/lang.ts` decides the language; this only predicts it.
  var texts = JSON.parse(data.texts);
  var langOf = function (tag) {
    tag = tag.toLowerCase();
    if (/^zh-(hant|tw|hk|mo)/.test(tag)) return 'zh-cw';
    if (/^zh/.test(tag)) return 'zh-cn';
    if (/^de/.test(tag)) return 'ge';
    return tag.slice(0, 2);
  };
  var lang = [stored('lang')].concat(navigator.languages.map(langOf), 'zh-cn').filter(function (one) {
    return texts[one];
  })[0];
  var link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = texts[lang];
  document.head.append(link);

  var begun = false;
  var begin = function () {
    if (begun) return;
    begun = true;
    var program = document.createElement('script');
    program.type = 'module';
    program.crossOrigin = '';
    program.src = data.program;
    document.head.append(program);
  };

  // A visitor without a session gets the login markup of `index.html`, which the program then hydrates.
  var open = JSON.parse(data.open).indexOf(location.pathname) >= 0;
  if (open || stored('session') || stored('farewell')) return begin();
  var show = function () {
    var login = document.querySelector('template[data-login="' + lang + '"]');
    var root = document.querySelector('#root');
    // Before the first glyph: the same character looks different in Chinese and in Japanese.
    document.documentElement.lang = login.lang;
    root.append(login.content);
    root.dataset.login = lang;
    // The program loads after the first paint, because both at once are slow. A hidden tab paints nothing, hence the timer.
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
    setTimeout(begin, 500);
  };
  // The page has been read.
  document.addEventListener('readystatechange', show, { once: true });
  // The browser would put name and password into the address; what is sent this early waits for the program.
  document.addEventListener('submit', function (event) {
    if (!event.defaultPrevented) event.target.dataset.sent = '';
    event.preventDefault();
  });
})();
