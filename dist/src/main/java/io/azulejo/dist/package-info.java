/**
 * What the build makes the archives of, which run where only Java is. In: the root of a project
 * whose runnable jar is built. Out: a folder with all files of the archives. Begin with {@link
 * io.azulejo.dist.ArchiveFiles}.
 */
package io.azulejo.dist;
