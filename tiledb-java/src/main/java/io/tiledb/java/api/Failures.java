package io.tiledb.java.api;

import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Messages of failures. */
final class Failures {
  private Failures() {}

  /** Returns the message of a failure. Exceptions of files often have only a path as message. */
  static String message(Exception failure) {
    if (failure instanceof FileSystemException file && file.getReason() == null) {
      return "'%s' %s".formatted(file.getFile(), reason(file));
    }
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }

  private static String reason(FileSystemException failure) {
    if (failure instanceof NoSuchFileException) {
      return "does not exist";
    } else if (failure instanceof FileAlreadyExistsException) {
      return "already exists";
    } else if (failure instanceof DirectoryNotEmptyException) {
      return "is not empty";
    } else if (failure instanceof NotDirectoryException) {
      return "is not a directory";
    } else if (failure instanceof AccessDeniedException) {
      return "cannot be accessed: permission denied";
    } else {
      return "failed: " + failure.getClass().getSimpleName();
    }
  }
}
