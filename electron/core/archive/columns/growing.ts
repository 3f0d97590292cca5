type TypedArray = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/** The same array, or a copy with room for `length` elements: doubling keeps appending cheap. */
export function withRoom<T extends TypedArray>(array: T, length: number, make: (length: number) => T): T {
  if (length <= array.length) return array
  const larger = make(Math.max(length, array.length * 2, 256))
  larger.set(array)
  return larger
}
