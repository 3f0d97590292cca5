export const HELP = `Usage: npm run archive -- COMMAND … [options]

Commands
  sync URL…               load conversations from their servers into the archive. URL is the address of a
                          conversation, or of a server for every conversation that it lists
  verify CONVERSATION     compare ids and order of the stored events with the servers
  import FILE             take in a trajectory zip, or a file with one event in each line
  export CONVERSATION     write what is stored of a conversation to a file
  search QUERY            look for words in everything that is stored
  stats                   say what is stored, and how much of the disk each conversation takes
  forget CONVERSATION…    delete conversations from the archive; their servers are not told
  wipe --yes              delete everything from the archive

CONVERSATION is an id, its first digits, or CONNECTION/ID where an id is stored more than once.

Options
  --data DIR              data folder (default: the one that Handrail itself uses)
  --json                  print one JSON value on stdout instead of text
  --format F              of an export: jsonl (default), zip, html
  --out FILE              of an export; - for stdout. Default: a new file in the current folder
  --limit N               of a search: at most so many hits (default 20)
  --yes                   of a wipe: without it nothing is deleted
  --passphrase-file FILE  passphrase of the keys; also the environment variable HANDRAIL_PASSPHRASE
  --help                  this text

A key that is not in the vault comes from the environment variable HANDRAIL_KEY, never from the command line.

Exit codes: 0 done · 1 failed, or verify found a difference, or a sync is not complete · 2 wrong usage ·
3 a running Handrail holds the data folder (sync, import, forget and wipe write) · 130 interrupted
`
