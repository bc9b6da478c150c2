/**
 * An in-memory disk that implements the interfaces of {@code java.nio.file}. It fails or loses
 * power on demand, and shows the states that may be found on it afterwards. Start at {@link
 * io.azulejo.testkit.disk.Disk}.
 */
package io.azulejo.testkit.disk;
