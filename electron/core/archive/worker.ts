import { parentPort, workerData } from 'node:worker_threads'
import { isWireObject } from '../../../shared/domain/index.ts'
import { serveArchive } from './serveArchive.ts'

/**
 * Entry of the archive's worker thread. As a child process (the same messages over IPC) the data folder is the first
 * argument, connections of which nothing is kept are the others.
 */
const dataDir = isWireObject(workerData) ? workerData.dataDir : process.argv[2]
if (typeof dataDir !== 'string') throw new TypeError('the archive worker needs a dataDir')
const given = isWireObject(workerData) && Array.isArray(workerData.unkept) ? workerData.unkept : process.argv.slice(3)
const unkept = given.filter((id) => typeof id === 'string')

if (parentPort !== null) {
  const port = parentPort
  serveArchive(
    { dataDir, unkept },
    {
      post: (message) => port.postMessage(message),
      listen: (listener) => port.on('message', listener),
      exit: () => process.exit(1),
      leave: () => port.close(),
    },
  )
} else {
  serveArchive(
    { dataDir, unkept },
    {
      post: (message) => process.send?.(message),
      listen: (listener) => process.on('message', listener),
      exit: () => process.exit(1),
      leave: () => process.disconnect(),
    },
  )
}
