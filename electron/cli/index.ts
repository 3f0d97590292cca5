export { runCli } from './runCli.ts'
