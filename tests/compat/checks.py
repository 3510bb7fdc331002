"""Runs the checks of a script."""

import traceback


def run(spark, named, shown):
    """Run each function whose name begins with `check_`; return whether one has failed.

    Of the text of an error, `shown` characters are printed in the line of the check.
    """
    failed = False
    for name, check in list(named.items()):
        if not name.startswith("check_"):
            continue
        try:
            check(spark)
            print(f"ok {name}", flush=True)
        except Exception as error:
            failed = True
            print(f"FAILED {name}: {str(error)[:shown]!r}", flush=True)
            traceback.print_exc()
    return failed
