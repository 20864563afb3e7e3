// Changes that a server which is away has not heard of, kept in the browser: they are there after a crash of the browser too.

/** @typedef {{id: number, seed: string, after: number, changes: string[]}} Untold */

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function database() {
  if (!opened) {
    const request = indexedDB.open("redouble", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("untold", { keyPath: "id" });
    opened = answer(request);
  }
  return opened;
}

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} work */
async function inStore(mode, work) {
  const transaction = (await database()).transaction("untold", mode);
  return answer(work(transaction.objectStore("untold")));
}

/** Keeps the changes of a game, in place of those kept before. @param {Untold} untold */
export const keep = (untold) => inStore("readwrite", (store) => store.put(untold));

/** The changes of this game were told. @param {number} id */
export const drop = (id) => inStore("readwrite", (store) => store.delete(id));

/** Everything that was not told. @returns {Promise<Untold[]>} */
export const kept = () => inStore("readonly", (store) => store.getAll());
