import { describeFollowing } from './support/following.ts'

// Numbered frames, exact resume.
describeFollowing('1.58')
