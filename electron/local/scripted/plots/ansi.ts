/** Terminal colours, as tools print them. */
const colour = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`

export const red = colour(31)
export const green = colour(32)
export const yellow = colour(33)
export const cyan = colour(36)
export const dim = colour(2)
export const bold = colour(1)
