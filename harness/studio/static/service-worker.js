// Keeps all files of the pages, so that they open without the internet; another version takes the place of this one.
const [NAME, FILES] = ["puzzles-{{VERSION}}", {{FILES}}];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("puzzles-") && name !== NAME;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(caches.open(NAME).then((kept) => kept.match(event.request, { ignoreSearch: true })).then((found) => found ?? fetch(event.request)));
});
