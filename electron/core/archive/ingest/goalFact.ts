import { type Goal, isWireObject, textAt } from '../../../../shared/domain/index.ts'

/** Reads the value of a `goal` state update (contract §9.3); null when it is none. */
export function goalOf(value: unknown): Goal | null {
  if (!isWireObject(value)) return null
  const objective = textAt(value, 'objective')
  const status = textAt(value, 'status')
  if (objective === null || status === null) return null
  const { active, iteration, max_iterations: max, verdict } = value
  return {
    isActive: active === true,
    status,
    iteration: typeof iteration === 'number' ? iteration : 0,
    maxIterations: typeof max === 'number' ? max : null,
    objective,
    verdict: isWireObject(verdict)
      ? {
          score: typeof verdict.score === 'number' ? verdict.score : null,
          isComplete: verdict.complete === true,
          missing: textAt(verdict, 'missing') ?? '',
        }
      : null,
  }
}
