import { useRef } from 'react'

/** Fields whose text stays in the page's own nodes, read by name when it is sent. */
export interface SecretInputs {
  ref: (name: string) => (node: HTMLInputElement | HTMLTextAreaElement | null) => void
  read: (name: string) => string
  clear: () => void
}

export function useSecretInputs(): SecretInputs {
  const nodes = useRef(new Map<string, HTMLInputElement | HTMLTextAreaElement>())
  return {
    ref: (name) => (node) => {
      if (node === null) nodes.current.delete(name)
      else nodes.current.set(name, node)
    },
    read: (name) => nodes.current.get(name)?.value ?? '',
    clear() {
      for (const node of nodes.current.values()) node.value = ''
    },
  }
}
