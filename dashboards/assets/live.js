// Follows a page of the live app: asks whether there is a newer one, and puts it in place without losing the reader's.
"use strict";
(() => {
  const PATIENCE_MS = 15_000;
  let waiting = 0;

  const page = () => document.getElementById("page");
  const say = (text) => {
    const line = document.getElementById("live");
    if (line.textContent !== text) line.textContent = text;
  };

  // What a reader has opened, sorted, typed or reached, by where it stands on the page.
  const kept = (root) => ({
    open: [...root.querySelectorAll("details")].map((one) => one.open),
    typed: [...root.querySelectorAll(".filter input")].map((one) => one.value),
    sorted: [...root.querySelectorAll("table")].map((one) => {
      const heading = one.querySelector("th[aria-sort]");
      return heading && [heading.cellIndex, heading.getAttribute("aria-sort")];
    }),
    scrolled: [...root.querySelectorAll(".scroll")].map((one) => one.scrollLeft),
    whole: [...root.querySelectorAll(".more")].map((one) => one.hidden),
    chosen: [...root.querySelectorAll("form.filters select, form.filters input")].map((one) => one.value),
    focus: [...root.querySelectorAll("a, button, input, select, summary, [tabindex]")].indexOf(document.activeElement),
  });

  const restore = (root, was) => {
    const each = (selector, values, put) =>
      [...root.querySelectorAll(selector)].forEach((one, at) => values[at] != null && put(one, values[at]));
    each("details", was.open, (one, open) => { one.open = open; });
    each("table", was.sorted, (one, [at, order]) => {
      const heading = one.tHead.rows[0].cells[at];
      for (let tries = 0; tries < 2 && heading.getAttribute("aria-sort") !== order; tries += 1) {
        heading.querySelector("button")?.click();
      }
    });
    each(".more", was.whole, (one, whole) => { if (whole) one.click(); });
    each(".filter input", was.typed, (one, text) => {
      one.value = text;
      if (text) one.dispatchEvent(new Event("input"));
    });
    each("form.filters select, form.filters input", was.chosen, (one, value) => { one.value = value; });
    each(".scroll", was.scrolled, (one, left) => { one.scrollLeft = left; });
    const focusable = root.querySelectorAll("a, button, input, select, summary, [tabindex]");
    if (was.focus >= 0) focusable[was.focus]?.focus({ preventScroll: true });
  };

  const replace = (root, fresh) => {
    const was = kept(root);
    for (const plot of root.querySelectorAll(".plot[data-drawn]")) Plotly.purge(plot);
    const height = root.offsetHeight;
    root.style.minHeight = `${height}px`; // figures are drawn a moment later: the page must not jump
    root.innerHTML = fresh.html; // made by dashboards/markup.py, which escapes every name; no script in it runs
    root.dataset.stamp = fresh.stamp;
    document.title = `${fresh.title} · Equipoise`;
    window.equipoise.enhance(root);
    restore(root, was);
    setTimeout(() => { root.style.minHeight = ""; }, 1_000);
  };

  window.dash_clientside = Object.assign({}, window.dash_clientside, {
    equipoise: {
      ask: () => {
        const now = Date.now();
        if (waiting) {
          if (now - waiting > PATIENCE_MS) say("The app does not answer: this page is as it was when it last did.");
          if (now - waiting < 4 * PATIENCE_MS) return window.dash_clientside.no_update;
        }
        waiting = now;
        return { path: location.pathname, query: location.search, stamp: page().dataset.stamp, at: now };
      },
      show: (fresh) => {
        if (!fresh) return window.dash_clientside.no_update;
        waiting = 0;
        say("This page follows its run as it writes.");
        const here = fresh.path === location.pathname && fresh.query === location.search;
        if (fresh.html !== undefined && here) replace(page(), fresh);
        return fresh.at;
      },
    },
  });

  // A filter applies as soon as it is chosen; its button serves those without this script.
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-live]");
    if (!form) return;
    const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    location.assign(`${form.getAttribute("action")}${asked.size ? `?${asked}` : ""}`);
  });
})();
