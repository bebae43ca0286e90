// Runs before the first paint. A file, because the content security policy allows no inline script.
(function () {
  // A person who chose dark never sees a white flash.
  var choice = localStorage.getItem('theme');
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;

  // The texts come beside the program, not after it. Which language it is, `kit/lang.ts` decides; this only guesses ahead.
  var texts = JSON.parse(document.currentScript.dataset.texts || '{}');
  var tag = (localStorage.getItem('lang') || navigator.language).toLowerCase();
  var lang = /^zh-(hant|tw|hk|mo|cw)/.test(tag)
    ? 'zh-cw'
    : /^zh/.test(tag)
      ? 'zh-cn'
      : /^de/.test(tag)
        ? 'ge'
        : tag.slice(0, 2);
  if (!texts[lang]) return;
  var link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = texts[lang];
  document.head.append(link);
})();
