/**
 * Fifty requests in the words of users, each with the operations of GitHub's API that answer it. They were written
 * before any ranking ran on them, and have not changed since.
 */
export interface UserRequest {
  readonly query: string;
  /** The `operationId`s that answer the request. Finding one of them is enough. */
  readonly gold: readonly string[];
}

export const githubRequests: readonly UserRequest[] = [
  { query: "open a new bug report in our repo", gold: ["issues/create"] },
  { query: "create a pull request", gold: ["pulls/create"] },
  { query: "which PRs are still open?", gold: ["pulls/list"] },
  { query: "merge PR 42", gold: ["pulls/merge"] },
  { query: "leave a comment on an issue", gold: ["issues/create-comment"] },
  { query: "assign this ticket to Maria", gold: ["issues/add-assignees", "issues/update"] },
  { query: "close an issue", gold: ["issues/update"] },
  { query: "tag the issue as bug", gold: ["issues/add-labels", "issues/set-labels"] },
  { query: "add me as a reviewer to the pull request", gold: ["pulls/request-reviewers"] },
  { query: "approve a pull request", gold: ["pulls/create-review", "pulls/submit-review"] },
  { query: "what files did this pull request change", gold: ["pulls/list-files"] },
  { query: "start a new branch from main", gold: ["git/create-ref"] },
  { query: "delete a branch", gold: ["git/delete-ref"] },
  { query: "show me the branches of a repository", gold: ["repos/list-branches"] },
  { query: "protect the main branch so nobody can force push", gold: ["repos/update-branch-protection"] },
  { query: "read the contents of a file", gold: ["repos/get-content"] },
  { query: "write a file and commit it", gold: ["repos/create-or-update-file-contents"] },
  { query: "show the readme", gold: ["repos/get-readme"] },
  { query: "who contributed to this project", gold: ["repos/list-contributors", "repos/get-contributors-stats"] },
  { query: "fork the repo into my account", gold: ["repos/create-fork"] },
  { query: "make a new private repository for my team's organization", gold: ["repos/create-in-org"] },
  { query: "remove a repository for good", gold: ["repos/delete"] },
  { query: "invite someone to collaborate on my repository", gold: ["repos/add-collaborator"] },
  { query: "publish a release", gold: ["repos/create-release"] },
  { query: "what is the newest release?", gold: ["repos/get-latest-release"] },
  { query: "attach a binary to a release", gold: ["repos/upload-release-asset"] },
  { query: "last commits on the default branch", gold: ["repos/list-commits"] },
  {
    query: "what changed between two tags",
    gold: ["repos/compare-commits-with-basehead", "repos/compare-commits"],
  },
  { query: "run a workflow by hand", gold: ["actions/create-workflow-dispatch"] },
  {
    query: "why did the build fail? get me the logs of the job",
    gold: ["actions/download-job-logs-for-workflow-run", "actions/download-workflow-run-logs"],
  },
  { query: "retry only the failed jobs", gold: ["actions/re-run-workflow-failed-jobs"] },
  { query: "stop a running workflow", gold: ["actions/cancel-workflow-run", "actions/force-cancel-workflow-run"] },
  { query: "store a secret for CI", gold: ["actions/create-or-update-repo-secret"] },
  { query: "download build artifacts", gold: ["actions/download-artifact"] },
  { query: "find code that mentions a function", gold: ["search/code"] },
  { query: "look for popular TypeScript repositories", gold: ["search/repos"] },
  { query: "find issues about memory leaks across GitHub", gold: ["search/issues-and-pull-requests"] },
  { query: "do I have unread notifications", gold: ["activity/list-notifications-for-authenticated-user"] },
  { query: "star a repo", gold: ["activity/star-repo-for-authenticated-user"] },
  { query: "who follows me", gold: ["users/list-followers-for-authenticated-user"] },
  { query: "am I close to my API rate limit?", gold: ["rate-limit/get"] },
  { query: "save a snippet as a gist", gold: ["gists/create"] },
  { query: "add someone to a team", gold: ["teams/add-or-update-membership-for-user-in-org"] },
  { query: "list everybody in the organization", gold: ["orgs/list-members"] },
  { query: "kick a user out of the org", gold: ["orgs/remove-member", "orgs/remove-membership-for-user"] },
  { query: "notify my server whenever somebody pushes", gold: ["repos/create-webhook"] },
  { query: "leaked credentials found in the repo", gold: ["secret-scanning/list-alerts-for-repo"] },
  { query: "vulnerable dependencies of a repository", gold: ["dependabot/list-alerts-for-repo"] },
  { query: "convert markdown to html", gold: ["markdown/render", "markdown/render-raw"] },
  { query: "react to a comment with a thumbs up", gold: ["reactions/create-for-issue-comment"] },
];
