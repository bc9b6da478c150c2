package io.tiledb.java.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The files of one kind of store. Locations are paths or URIs. */
interface VfsFiles {
  boolean isFile(String path) throws IOException, TileDBError;

  boolean isDirectory(String path) throws IOException, TileDBError;

  /** Creates a folder and those above it, if they do not exist and the store has folders. */
  void createDirectory(String path) throws IOException, TileDBError;

  /** Creates an empty file, unless it exists. */
  void createFile(String path) throws IOException, TileDBError;

  /** Removes a folder with its content. */
  void removeDirectory(String path) throws IOException, TileDBError;

  void removeFile(String path) throws IOException, TileDBError;

  long fileSize(String path) throws IOException, TileDBError;

  void moveDirectory(String source, String target) throws IOException, TileDBError;

  /** Moves a file. Replaces a file with the new name. */
  void moveFile(String source, String target) throws IOException, TileDBError;

  /** Opens a file for reading from its start. */
  InputStream read(String path) throws IOException, TileDBError;

  /** Opens a file for writing, and creates it if it does not exist. */
  OutputStream write(String path, boolean append) throws IOException, TileDBError;

  /** Returns whether a path is a bucket. */
  boolean isBucket(String path) throws IOException, TileDBError;

  boolean isEmptyBucket(String path) throws IOException, TileDBError;

  /** Removes all files of a bucket. */
  void emptyBucket(String path) throws IOException, TileDBError;
}
