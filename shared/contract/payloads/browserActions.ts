import { z } from 'zod'
import { countSchema, jsonObjectSchema, oneOf } from '../shape.ts'

const text = z.string()
const flag = z.boolean().optional()

/** Fields of the browser's action kinds (contract §9.1). */
export const browserActions = {
  BrowserAction: {},
  BrowserClickAction: { index: countSchema, new_tab: flag },
  BrowserCloseTabAction: { tab_id: text },
  BrowserGetContentAction: { extract_links: flag, start_from_char: countSchema.optional() },
  BrowserGetStateAction: { include_screenshot: flag },
  BrowserGetStorageAction: {},
  BrowserGoBackAction: {},
  BrowserListTabsAction: {},
  BrowserNavigateAction: { url: text, new_tab: flag },
  BrowserScrollAction: { direction: oneOf(['up', 'down']).optional() },
  BrowserSetStorageAction: { storage_state: jsonObjectSchema },
  BrowserStartRecordingAction: {},
  BrowserStopRecordingAction: {},
  BrowserSwitchTabAction: { tab_id: text },
  BrowserTypeAction: { index: countSchema, text },
}
