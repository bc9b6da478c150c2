/**
 * An in-memory disk behind the interfaces of {@code java.nio.file}. It fails or loses power on
 * demand and shows the states that may then be found on it. Start at {@link
 * io.azulejo.testkit.disk.Disk}.
 */
package io.azulejo.testkit.disk;
