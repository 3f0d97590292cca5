/** Defines the properties that the object does not have; what is there stays. */
exports.addMissing = (object, properties) => {
  for (const [name, value] of Object.entries(properties)) {
    if (object[name] !== undefined) continue
    Object.defineProperty(object, name, { value, writable: true, configurable: true })
  }
}
