/** A larger file is refused before anything of it is read. */
export const MOST_FILE_BYTES = 2 ** 30
/** One event, unpacked. */
export const MOST_EVENT_BYTES = 64 * 2 ** 20
/** All entries of a zip, unpacked: a small file may claim to hold any amount (zip bombs). */
export const MOST_UNPACKED_BYTES = 4 * 2 ** 30
export const MOST_ENTRIES = 500_000

/** So much is handed to the archive at a time. */
export const BATCH_ITEMS = 200
export const BATCH_BYTES = 1_000_000
