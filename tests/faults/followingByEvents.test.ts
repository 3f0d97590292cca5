import { describeFollowing } from './support/following.ts'

// Live only; what lies before is walked.
describeFollowing('1.34')
