/**
 * Expressions ready to be evaluated: {@link io.dorischangelog.testserver.internal.eval.Binder}
 * turns syntax into {@link io.dorischangelog.testserver.internal.eval.Bound} values with a type,
 * looking columns up in a {@link io.dorischangelog.testserver.internal.eval.Scope}.
 */
@NullMarked
package io.dorischangelog.testserver.internal.eval;

import org.jspecify.annotations.NullMarked;
