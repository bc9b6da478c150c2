package io.azulejo.testkit.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * A channel to an open file or folder of a {@link Disk}. It supports positional reads, sequential
 * reads and appends.
 */
final class DiskChannel extends FileChannel {
  private final Disk disk;
  private final DiskPath path;
  private final DiskNode node;
  private long position;

  DiskChannel(Disk disk, DiskPath path, DiskNode node) {
    this.disk = disk;
    this.path = path;
    this.node = node;
    disk.opened(this);
  }

  private void requireOpen() throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    int read = read(target, position);
    position += Math.max(read, 0);
    return read;
  }

  @Override
  public int read(ByteBuffer target, long at) throws IOException {
    requireOpen();
    return disk.read(path, node, target, at);
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    requireOpen();
    int written = disk.append(path, node, source);
    position += written;
    return written;
  }

  @Override
  public long size() throws IOException {
    requireOpen();
    return disk.size(path, node);
  }

  @Override
  public void force(boolean metadata) throws IOException {
    requireOpen();
    disk.sync(path, node);
  }

  @Override
  public long transferTo(long from, long count, WritableByteChannel target) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(count, 1 << 20));
    read(bytes, from);
    return target.write(bytes.flip());
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  protected void implCloseChannel() {
    disk.closed(this);
  }

  @Override
  public String toString() {
    return path.toString();
  }

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("only positional reads and appends are supported");
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) {
    throw unsupported();
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) {
    throw unsupported();
  }

  @Override
  public int write(ByteBuffer source, long at) {
    throw unsupported();
  }

  @Override
  public FileChannel position(long newPosition) {
    throw unsupported();
  }

  @Override
  public FileChannel truncate(long size) {
    throw unsupported();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long at, long count) {
    throw unsupported();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long at, long size) {
    throw unsupported();
  }

  @Override
  public FileLock lock(long at, long size, boolean shared) {
    throw unsupported();
  }

  @Override
  public FileLock tryLock(long at, long size, boolean shared) {
    throw unsupported();
  }
}
