package io.azulejo.cli.terminal;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CancelledException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.ConflictException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.ReadTimeoutException;
import io.azulejo.error.StorageException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.imports.source.FileReading;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Maps failures to exit codes and error messages. */
public final class Failure {
  /** Success. Also used if the reader of the output closed the pipe. */
  public static final int OK = 0;

  /** The request cannot be met, for example because of an unknown field or a wrong key. */
  public static final int REQUEST = 1;

  /** The command line is invalid. */
  public static final int USAGE = 2;

  /** A named object does not exist, already exists, or conflicts with another one. */
  public static final int EXISTENCE = 3;

  /** Stored data is corrupt. */
  public static final int CORRUPT = 4;

  /** The array uses a feature that this version does not support. */
  public static final int UNSUPPORTED = 5;

  /** Reading or writing failed. */
  public static final int STORAGE = 6;

  /** The outcome of a write is unknown: it may or may not have been committed. */
  public static final int UNKNOWN = 7;

  /** The command was interrupted. Shells use the same code for SIGINT. */
  public static final int INTERRUPTED = 130;

  /** Internal error, which is a bug in this program. */
  public static final int DEFECT = 70;

  /** Matches the end of a message that quotes an input line and marks a position below it. */
  private static final Pattern POINTING = Pattern.compile("\\n {2}[^\\r\\n]*+\\n *+\\^\\z");

  private Failure() {}

  /** Returns the exit code for an exception. */
  public static int code(Throwable failure) {
    if (failure instanceof InvalidRequestException || failure instanceof ReadTimeoutException) {
      return REQUEST;
    }
    if (failure instanceof NotFoundException
        || failure instanceof AlreadyExistsException
        || failure instanceof ConflictException) {
      return EXISTENCE;
    }
    if (failure instanceof CorruptDataException) {
      return CORRUPT;
    }
    if (failure instanceof UnsupportedFormatException) {
      return UNSUPPORTED;
    }
    if (failure instanceof CommitUnknownException) {
      return UNKNOWN;
    }
    if (failure instanceof CancelledException) {
      return INTERRUPTED;
    }
    return failure instanceof StorageException || failure instanceof IOException
        ? STORAGE
        : failure instanceof OutOfMemoryError ? REQUEST : DEFECT;
  }

  /**
   * Returns the exit code for the problems that a check found. Warnings and notices are ignored. If
   * any error is damage, the code is {@link #CORRUPT}. Otherwise, the first error determines the
   * code.
   */
  public static int code(List<Problem> problems) {
    List<Problem> errors = problems.stream().filter(p -> p.severity() == Severity.ERROR).toList();
    if (errors.isEmpty()) {
      return OK;
    }
    if (errors.stream().anyMatch(Problem::isDamage)) {
      return CORRUPT;
    }
    return switch (errors.get(0).kind()) {
      case UNREADABLE -> STORAGE;
      case UNSUPPORTED -> UNSUPPORTED;
      default -> REQUEST;
    };
  }

  /** Returns the text to print on standard error: the program name and the {@link #message}. */
  public static String text(Throwable failure) {
    return "azulejo: " + message(failure);
  }

  /**
   * Returns the error message for an exception. It is one line, sometimes followed by two lines
   * that quote the input and mark a position in it. Control characters are replaced.
   */
  public static String message(Throwable failure) {
    String message = failure.getMessage();
    String text =
        message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    if (failure instanceof OutOfMemoryError) {
      text = "out of memory (" + text + "); increase the memory, such as AZULEJO_OPTS=-Xmx4g";
    } else if (failure instanceof CancelledException) {
      text = "stopped: " + text;
    } else if (failure instanceof FileSystemException file && file.getFile() != null) {
      text = file.getFile() + ": " + FileReading.reason(file);
    } else if (!(failure instanceof AzulejoException || failure instanceof IOException)) {
      text =
          "internal error: "
              + failure.getClass().getSimpleName()
              + ": "
              + text
              + " (use --debug for a stack trace)";
    } else if (failure instanceof AzulejoException known) {
      String location = known.location().orElse("");
      text = location.isEmpty() || text.contains(location) ? text : location + ": " + text;
      if (known instanceof InvalidRequestException request) {
        text += StoreJars.advice(request);
      } else if (known instanceof NotFoundException missing) {
        text += PathSuggestions.advice(missing);
      }
    }
    Matcher pointing = POINTING.matcher(text);
    String rest = pointing.find() ? pointing.group() : "";
    String line = text.substring(0, text.length() - rest.length());
    String one =
        line.strip()
            .replaceAll(":\\s*[\\r\\n]+\\s*", ": ")
            .replaceAll("\\s*[\\r\\n]+\\s*", "; ")
            .replaceAll("[\\p{Cc}&&[^\\t]]", "\ufffd");
    return one + rest;
  }
}
