import { useState } from 'react'
import { cx } from '../../ui/index.ts'
import { Images } from './images.tsx'
import styles from './pretty.module.css'
import type { Field, Section } from './sections.ts'
import { TerminalOutput } from './terminalOutput.tsx'
import { DiffBlock, MarkdownText, TextBlock } from './textBlocks.tsx'
import { ValueTree } from './valueTree.tsx'

export function Sections({ sections }: { sections: readonly Section[] }) {
  return sections.map((section, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sections of one event never move.
    <SectionView key={index} section={section} />
  ))
}

function SectionView({ section }: { section: Section }) {
  switch (section.kind) {
    case 'fields':
      return <Fields items={section.items} />
    case 'markdown':
      return (
        <div className={styles.section}>
          <h3 className={styles.title}>{section.title}</h3>
          <MarkdownText source={section.source} />
        </div>
      )
    case 'text':
      return (
        <div className={styles.section}>
          <h3 className={styles.title}>{section.title}</h3>
          <TextBlock label={section.title} source={section.source} />
        </div>
      )
    case 'terminal':
      return (
        <div className={styles.section}>
          <TerminalOutput command={section.command} output={section.output} />
        </div>
      )
    case 'diff':
      return (
        <div className={styles.section}>
          <h3 className={styles.title}>{section.title}</h3>
          <DiffBlock label={section.title} before={section.before} after={section.after} />
        </div>
      )
    case 'images':
      return <Images addresses={section.addresses} />
    case 'tree':
      return <Tree title={section.title} value={section.value} isOpen={section.isOpen} />
    default:
      return section satisfies never
  }
}

export function Fields({ items }: { items: readonly Field[] }) {
  return (
    <dl className={styles.fields}>
      {items.map((item) => (
        <div key={item.name} className={styles.field}>
          <dt>{item.name}</dt>
          <dd className={cx(item.tone === undefined ? null : styles[item.tone])}>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Tree({ title, value, isOpen }: { title: string; value: unknown; isOpen: boolean }) {
  const [isUnfolded, setIsUnfolded] = useState(isOpen)
  return (
    <div className={styles.section}>
      <h3 className={styles.title}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {isUnfolded ? '▾' : '▸'} {title}
        </button>
      </h3>
      {isUnfolded && <ValueTree value={value} />}
    </div>
  )
}
