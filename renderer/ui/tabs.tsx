import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { Count } from './pill.tsx'
import styles from './tabs.module.css'

export interface TabItem {
  id: string
  name: string
  count?: number
  content: ReactNode
}

export interface TabsProps {
  label: string
  items: readonly TabItem[]
  /** Give both to hold the choice outside. */
  selected?: string
  onSelect?: (id: string) => void
  /** At the end of the row of tabs. */
  aside?: ReactNode
}

export function Tabs({ label, items, selected, onSelect, aside }: TabsProps) {
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      {...(selected === undefined ? {} : { selectedKey: selected })}
      {...(onSelect === undefined ? {} : { onSelectionChange: (key) => onSelect(String(key)) })}
    >
      <div className={styles.row}>
        <TabList className={styles.list ?? ''} aria-label={label}>
          {items.map((item) => (
            <Tab key={item.id} id={item.id} className={styles.tab ?? ''}>
              {item.name}
              {item.count !== undefined && <Count>{item.count}</Count>}
            </Tab>
          ))}
        </TabList>
        {aside}
      </div>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className={styles.panel ?? ''}>
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
