import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/index.ts'
import styles from './pretty.module.css'

const INSIDE = /^data:(image\/(?:png|jpe?g|gif|webp|avif|bmp));base64,/i

/** Images inside the event are shown when asked for; images elsewhere are never fetched, as that would tell of us. */
export function Images({ addresses }: { addresses: readonly string[] }) {
  const [isShown, setIsShown] = useState(false)
  const inside = addresses.filter((address) => INSIDE.test(address))
  const outside = addresses.filter((address) => !INSIDE.test(address))
  return (
    <div className={styles.images}>
      {inside.length > 0 && !isShown && (
        <Button onPress={() => setIsShown(true)}>
          Show {inside.length === 1 ? 'the image' : `${inside.length} images`}
        </Button>
      )}
      {isShown &&
        inside.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: images of one event never move.
          <InsideImage key={index} address={address} name={`Image ${index + 1} of the event`} />
        ))}
      {outside.map((address) => (
        <ImageLink key={address} address={address} alt="" />
      ))}
    </div>
  )
}

export function ImageLink({ address, alt }: { address: string; alt: string }) {
  return (
    <span className={styles.imageLink}>
      image not fetched{alt !== '' && ` (${alt})`}: <code className={styles.imageAddress}>{address.slice(0, 300)}</code>
    </span>
  )
}

/** Drawn on a canvas: the page's policy allows no `data:` addresses, so that markup cannot bring any. */
function InsideImage({ address, name }: { address: string; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    let isGone = false
    decode(address)
      .then((bitmap) => {
        const element = canvas.current
        if (isGone || !element) return
        element.width = bitmap.width
        element.height = bitmap.height
        element.getContext('2d')?.drawImage(bitmap, 0, 0)
        bitmap.close()
      })
      .catch(() => setIsBroken(true))
    return () => {
      isGone = true
    }
  }, [address])
  if (isBroken) return <span className={styles.imageLink}>{name} cannot be read.</span>
  return <canvas ref={canvas} role="img" aria-label={name} className={styles.image} />
}

async function decode(address: string): Promise<ImageBitmap> {
  const type = INSIDE.exec(address)?.[1] ?? ''
  const binary = atob(address.slice(address.indexOf(',') + 1))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return createImageBitmap(new Blob([bytes], { type }))
}
