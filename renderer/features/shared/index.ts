export { SharedPage } from './sharedPage.tsx'
