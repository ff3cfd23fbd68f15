import sys

def main():
    for line in sys.stdin:
        print("ugiok", flush=True)
