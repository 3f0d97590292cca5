import type { StartRequest } from '../../../../shared/domain/index.ts'

/** The body of a start request. What the person left open is left out: the server then chooses. */
export function startBody(request: StartRequest) {
  const { text, run, suggestedTask: task, agentType } = request
  return {
    ...(text === ''
      ? {}
      : { initial_message: { role: 'user' as const, content: [{ type: 'text' as const, text }], run } }),
    ...(task === null
      ? {}
      : {
          suggested_task: {
            git_provider: task.gitProvider,
            task_type: task.taskType,
            repo: task.repository,
            issue_number: task.issueNumber,
            title: task.title,
          },
        }),
    ...(agentType === 'default' ? {} : { agent_type: agentType }),
    ...filled({
      title: request.title,
      selected_repository: request.repository,
      selected_branch: request.branch,
      git_provider: request.gitProvider,
      sandbox_id: request.sandboxId,
      llm_model: request.model,
      agent_profile_id: request.agentProfileId,
      conversation_id: request.conversationId,
      parent_conversation_id: request.parentConversationId,
      system_message_suffix: request.systemSuffix,
      trigger: request.trigger,
      public: request.isPublic,
      observability_span_name: request.spanName,
      pr_number: request.pullRequests,
      observability_tags: request.observabilityTags,
      observability_metadata: request.observabilityMetadata,
      secrets: request.secrets,
      plugins: request.plugins.map(({ source, ref, repoPath, parameters }) => ({
        source,
        ...filled({ ref, repo_path: repoPath, parameters }),
      })),
    }),
  }
}

/** Without what is null or empty. */
function filled(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && !(typeof value === 'object' && Object.keys(value ?? {}).length === 0),
    ),
  )
}
