while True:
    column = int(input("Your column: "))
    print("You play", column)
