/**
 * Builds the release archives, which need only Java to run. In: the root of a project whose
 * runnable JAR is built. Out: a folder with all files of the archives. Begin with {@link
 * io.azulejo.dist.ArchiveFiles}.
 */
package io.azulejo.dist;
