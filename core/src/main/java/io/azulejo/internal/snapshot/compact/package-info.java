/**
 * Puts one file or fragment in the place of many. In: an array or a group as it is now. Out: merged
 * footers, commits and metadata; fragments committed in the place of others; the deletion of what
 * was replaced. Each act leaves all that can be read as it is, wherever it ends. Open {@link
 * io.azulejo.internal.snapshot.compact.Replacement} first; {@link
 * io.azulejo.internal.snapshot.compact.FileMerge} and {@link
 * io.azulejo.internal.snapshot.compact.Vacuum} for files.
 */
package io.azulejo.internal.snapshot.compact;
