export { ServerPartSection } from './serverPart.tsx'
export { SHARE } from './shareAction.ts'
export { SharedPage } from './sharedPage.tsx'
