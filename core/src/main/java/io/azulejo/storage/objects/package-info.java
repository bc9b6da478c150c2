/**
 * A kit for object stores: {@link io.azulejo.storage.objects.ObjectStorage} makes a {@link
 * io.azulejo.storage.Storage} from the requests of an {@link
 * io.azulejo.storage.objects.ObjectClient}. A client knows one kind of store: how its requests are
 * sent, and what its errors mean. The storage adds what is the same for all: creating files
 * exclusively though answers are lost, reading ranges, uploading in parts within a memory budget,
 * repeating requests, listing folders, deleting many files, and counting requests. Start at {@link
 * io.azulejo.storage.objects.ObjectClient}.
 */
@NullMarked
package io.azulejo.storage.objects;

import org.jspecify.annotations.NullMarked;
