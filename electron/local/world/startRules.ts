import { isObject, type Json, type JsonObject } from '../json.ts'

const MOST_SECRETS = 50
const LONGEST_SECRET_NAME = 256
const MOST_SECRET_BYTES = 65_536
const REFUSED_SECRET =
  /^(LLM_.*|OPENVSCODE_SERVER_ROOT|OH_ENABLE_VNC|LOG_JSON|OH_CONVERSATIONS_PATH|OH_BASH_EVENTS_DIR|PYTHONUNBUFFERED|ENV_LOG_LEVEL|OH_WEBHOOKS_0_BASE_URL|OH_ALLOW_CORS_ORIGINS_0|WORKER_[12])$/i
const SPAN_NAME = /^[A-Za-z0-9._:/-]{1,128}$/

/**
 * Why a start will end in ERROR although its request was taken (contract §5): neither secrets nor observability are
 * looked at before the conversation is made. Null when nothing is wrong. Never repeats a value.
 */
export function startProblem(request: JsonObject): string | null {
  return secretsProblem(request.secrets) ?? observabilityProblem(request) ?? taskProblem(request)
}

function secretsProblem(secrets: Json | undefined): string | null {
  if (!isObject(secrets)) return null
  const entries = Object.entries(secrets)
  if (entries.length > MOST_SECRETS) return `Too many secrets: at most ${MOST_SECRETS}`
  for (const [name, value] of entries) {
    if (REFUSED_SECRET.test(name)) return `Secret name is not permitted: ${name}`
    if (name.length > LONGEST_SECRET_NAME) return `Secret name is longer than ${LONGEST_SECRET_NAME} characters`
    if (typeof value === 'string' && Buffer.byteLength(value) > MOST_SECRET_BYTES) {
      return `Secret ${name} is larger than ${MOST_SECRET_BYTES} bytes`
    }
  }
  return null
}

function observabilityProblem(request: JsonObject): string | null {
  const { observability_span_name: span, observability_tags: tags, observability_metadata: metadata } = request
  if (typeof span === 'string' && !SPAN_NAME.test(span)) return `Invalid observability span name: ${span}`
  if (Array.isArray(tags) && tags.some((tag) => tag === '')) return 'Observability tags must be non-empty strings'
  if (!isObject(metadata)) return null
  for (const [key, value] of Object.entries(metadata)) {
    if (key === '') return 'Observability metadata keys must be non-empty'
    if (value === null || isObject(value)) return `Observability metadata ${key} must be a scalar or a list of scalars`
    if (Array.isArray(value) && new Set(value.map(pythonType)).size > 1) {
      return `Observability metadata ${key} must be a homogeneous list`
    }
  }
  return null
}

/** JSON numbers arrive in Python as int or float. */
function pythonType(value: Json): string {
  return typeof value === 'number' ? (Number.isInteger(value) ? 'int' : 'float') : typeof value
}

function taskProblem(request: JsonObject): string | null {
  const hasBoth = isObject(request.suggested_task) && isObject(request.initial_message)
  return hasBoth ? 'initial_message and suggested_task cannot both be given' : null
}
