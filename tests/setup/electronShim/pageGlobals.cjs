// A preload of every page: what Chrome 108 lacks of the language level that our sources are checked against (es2024).
const { webFrame } = require('electron')

function addToPage() {
  const addMissing = (object, properties) => {
    for (const [name, value] of Object.entries(properties)) {
      if (!(name in object)) Object.defineProperty(object, name, { value, writable: true, configurable: true })
    }
  }
  addMissing(Array.prototype, {
    toReversed() {
      return [...this].reverse()
    },
    toSorted(compare) {
      return [...this].sort(compare)
    },
    toSpliced(...change) {
      const copy = [...this]
      copy.splice(...change)
      return copy
    },
    with(index, value) {
      const copy = [...this]
      copy[index < 0 ? index + copy.length : index] = value
      return copy
    },
  })
  const groups = (items, keyOf) => {
    const found = new Map()
    let index = 0
    for (const item of items) {
      const key = keyOf(item, index++)
      found.set(key, [...(found.get(key) ?? []), item])
    }
    return found
  }
  addMissing(Map, { groupBy: groups })
  addMissing(Object, { groupBy: (items, keyOf) => Object.fromEntries(groups(items, keyOf)) })
  addMissing(Promise, {
    withResolvers() {
      const capability = {}
      capability.promise = new Promise((resolve, reject) => Object.assign(capability, { resolve, reject }))
      return capability
    },
  })
  addMissing(AbortSignal, {
    any(signals) {
      const joined = new AbortController()
      for (const signal of signals) {
        if (signal.aborted) joined.abort(signal.reason)
        else signal.addEventListener('abort', () => joined.abort(signal.reason), { once: true, signal: joined.signal })
      }
      return joined.signal
    },
  })
  addMissing(URL, {
    canParse(url, base) {
      try {
        return Boolean(new URL(url, base))
      } catch {
        return false
      }
    },
  })
}

// Before any script of the page: this runs when its window object has just been made.
webFrame.executeJavaScript(`(${addToPage})()`)
