/**
 * A disk that lies in memory, behind the interfaces of {@code java.nio.file}: it fails, or loses
 * its power, when a test wants it, and shows what may then be found on it.
 */
package io.azulejo.testkit.disk;
