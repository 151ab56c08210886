/** Meanings of the properties of tracking links. */
export const TRACKING: Record<string, string> = {
  'TrackingReaders.links': 'The personal links to the tracking page, newest first.',
  subscribers: 'How many addresses get updates on the order by mail.',
  'TrackingLink.email': 'The address that got it; null if it is not known.',
  'TrackingLink.documents': 'Whether its page has the documents that were mailed to the client.',
  'TrackingLink.expiresAt': 'Until when it works.',
  'TrackingLink.openedAt': 'When its page was last opened; null if it never was.',
  opens: 'How often its page was opened.',
  downloads: 'How many documents were downloaded by it.',
  'TrackingLink.state': 'live; expired; revoked; cancelled: its mail was, and it works once that is sent after all.',
  trackingDocuments: 'Whether the page of its tracking link has the documents that were mailed to the client.',
}
