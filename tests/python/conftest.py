from sessions import spark

__all__ = ["spark"]
