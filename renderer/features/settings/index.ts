export { SettingsPage } from './settingsPage.tsx'
