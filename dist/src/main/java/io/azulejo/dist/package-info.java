/**
 * Collects the files of the release archives, which need only Java to run. The input is the root
 * folder of the project, whose runnable JAR must be built. The output is a folder with all files.
 * Begin with {@link io.azulejo.dist.ArchiveFiles}.
 */
package io.azulejo.dist;
