import { describe } from 'vitest'
import { accountPromises } from './accountPromises.ts'
import { agentPromises } from './agentPromises.ts'
import { conversationPromises } from './conversationPromises.ts'
import { eventPromises } from './eventPromises.ts'
import { sandboxPromises } from './sandboxPromises.ts'
import { sharedPromises } from './sharedPromises.ts'
import { socketPromises } from './socketPromises.ts'
import type { Subject } from './subject.ts'
import { tagPromises, tagViewPromises } from './tagPromises.ts'
import { workPromises } from './workPromises.ts'

export { DIFFERENCES, traitsOf } from './differences.ts'
export { type Subject, startedConversation, type Texts } from './subject.ts'

/** Every promise of an app server, held to a real one and to the local service alike. */
export function appServerSuite(of: () => Subject): void {
  describe('account', () => accountPromises(of))
  describe('conversations', () => conversationPromises(of))
  describe('events', () => eventPromises(of))
  describe('sandboxes', () => sandboxPromises(of))
  describe('tags', () => tagViewPromises(of))
  describe('work', () => workPromises(of))
  describe('shared', () => sharedPromises(of))
}

/** Every promise of an agent server, whether it stands alone or in a sandbox. */
export function agentServerSuite(of: () => Subject): void {
  describe('tags', () => tagPromises(of))
  describe('agent', () => agentPromises(of))
  describe('sockets', () => socketPromises(of))
}
