import type { JsonObject } from '../json.ts'

/** The agent's configuration as it appears in records and `full_state`: no secret in it is real. */
export function agentConfig(model: string): JsonObject {
  return {
    llm: {
      model,
      api_key: '**********',
      auth_type: 'api_key',
      base_url: 'https://llm-proxy.example.test',
      num_retries: 5,
      timeout: 300,
      stream: true,
      caching_prompt: true,
      native_tool_calling: true,
      reasoning_effort: 'high',
      usage_id: 'agent',
      is_subscription: false,
    },
    tools: ['terminal', 'file_editor', 'task_tracker', 'grep', 'browser_tool_set'].map((name) => ({
      name,
      params: {},
    })),
    mcp_config: {},
    include_default_tools: ['FinishTool', 'ThinkTool'],
    system_prompt_filename: 'system_prompt.j2',
    security_policy_filename: 'security_policy.j2',
    system_prompt_kwargs: { llm_security_analyzer: true },
    tool_concurrency_limit: 1,
    kind: 'Agent',
  }
}
